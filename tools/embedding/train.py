"""Distils a sentence encoder into a static table: a text is the sum of its pieces' rows, normalised.

    python -m tools.embedding.train --teacher FOLDER --texts texts.txt --out FOLDER [--width 256] [--rows 37000]

Needs torch, transformers and tokenizers, and an accelerator to take minutes instead of hours. FOLDER of the teacher
holds config.json, tokenizer.json and model.safetensors of all-MiniLM-L6-v2 (Apache-2.0), or `packed.npz` in place of
the last one (see pack.py). Writes table.npz: int8 rows, one scale per row, and the pieces.
"""

import argparse
import json
import random
import re
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812  torch's own habit
from tokenizers import Tokenizer
from transformers import AutoConfig, AutoModel

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
BATCH = 2_048
EPOCHS = 1  # a second one was no better
PEAK_RATE = 4e-3
SHARPNESS = 12  # of the neighbours that a batch is compared with
WORD = re.compile(r"[^\W\d_]{3,}")


def read_teacher(folder: Path) -> tuple[Any, Tokenizer]:
    model = AutoModel.from_config(AutoConfig.from_pretrained(folder))
    packed = folder / "packed.npz"
    if packed.exists():
        arrays = np.load(packed)
        state = {
            key: torch.from_numpy(arrays[key].astype(np.float32))
            * (torch.from_numpy(arrays[f"{key}/scale"])[:, None] if f"{key}/scale" in arrays else 1)
            for key in arrays
            if not key.endswith("/scale")
        }
        missing, unknown = model.load_state_dict(state, strict=False)
        if unknown or not all("position_ids" in key or "pooler" in key for key in missing):
            raise ValueError(f"The weights are of another model: missing {missing}, unknown {unknown}.")
    else:
        model = AutoModel.from_pretrained(folder)
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(128)
    return model.to(DEVICE, torch.bfloat16 if DEVICE == "cuda" else torch.float32).eval(), tokenizer


@torch.inference_mode()
def teach(model: Any, tokenizer: Tokenizer, texts: list[str], tokens_per_batch: int = 200_000) -> torch.Tensor:
    """The teacher's embeddings: the mean over a text's pieces, normalised."""
    encoded = tokenizer.encode_batch(texts)
    order = sorted(range(len(texts)), key=lambda index: len(encoded[index].ids))
    out = torch.empty(len(texts), model.config.hidden_size, dtype=torch.float16)
    start = 0
    while start < len(order):
        longest = len(encoded[order[start]].ids)
        end = min(len(order), start + max(1, tokens_per_batch // longest))
        longest = len(encoded[order[end - 1]].ids)
        ids = torch.zeros(end - start, longest, dtype=torch.long)
        for row, index in enumerate(order[start:end]):
            ids[row, : len(encoded[index].ids)] = torch.tensor(encoded[index].ids)
        ids = ids.to(DEVICE)
        mask = (ids != 0).long()
        hidden = model(input_ids=ids, attention_mask=mask).last_hidden_state.float()
        mean = (hidden * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        out[torch.tensor(order[start:end])] = F.normalize(mean, dim=1).half().cpu()
        start = end
    return out


def choose_pieces(tokenizer: Tokenizer, texts: list[str], rows: int) -> list[str]:
    """The teacher's pieces that occur, and in the room left whole words that it would cut, most frequent first."""
    used: Counter[str] = Counter()
    words: Counter[str] = Counter()
    for encoding in tokenizer.encode_batch(texts, add_special_tokens=False):
        used.update(encoding.tokens)
    for text in texts:
        words.update(WORD.findall(text.lower()))
    vocabulary = tokenizer.get_vocab()
    letters = [piece for piece in vocabulary if len(piece.removeprefix("##")) == 1]  # so that any word can be cut
    pieces = dict.fromkeys(letters)
    frequent = [piece for piece, count in used.most_common() if count >= 5 and not piece.startswith("[")]
    pieces.update(dict.fromkeys(frequent[: rows - len(pieces)]))
    for word, count in words.most_common():
        if len(pieces) >= rows or count < 3:
            break
        if word not in vocabulary:
            pieces.setdefault(word)
    return list(pieces)[:rows]


def cutter(tokenizer: Tokenizer, pieces: list[str]) -> Tokenizer:
    """The teacher's tokenizer with our pieces: the longest that fits, from the left."""
    made = json.loads(tokenizer.to_str())
    made["model"]["vocab"] = {"[PAD]": 0, "[UNK]": 1} | {piece: row + 2 for row, piece in enumerate(pieces)}
    made["added_tokens"] = []
    made["post_processor"] = None
    return Tokenizer.from_str(json.dumps(made))


class Student(torch.nn.Module):
    """Rows begin as the teacher's embedding of each single piece, reduced by PCA and weighed down where frequent."""

    def __init__(self, rows: torch.Tensor) -> None:
        super().__init__()
        self.rows = torch.nn.Parameter(rows)

    def forward(self, pieces: torch.Tensor, offsets: torch.Tensor) -> torch.Tensor:
        return F.normalize(F.embedding_bag(pieces, self.rows, offsets, mode="sum"), dim=1)


def loss_of(student: torch.Tensor, teacher: torch.Tensor) -> torch.Tensor:
    """Be near the teacher's embedding, and see the batch's neighbours as it does."""
    near = 2 * (1 - (student * teacher).sum(1)).mean()
    itself = torch.eye(len(student), device=student.device, dtype=torch.bool)
    seen = (student @ student.T * SHARPNESS).masked_fill(itself, -1e4)
    wanted = (teacher @ teacher.T * SHARPNESS).masked_fill(itself, -1e4)
    return near + 0.5 * F.kl_div(F.log_softmax(seen, 1), F.softmax(wanted, 1), reduction="batchmean")


class Bags:
    """Texts as piece numbers, on the device, ready to be taken in batches."""

    def __init__(self, cut: Tokenizer, texts: list[str]) -> None:
        lists = [[number - 2 for number in each.ids if number > 1] or [0] for each in cut.encode_batch(texts)]
        self.lengths = torch.tensor([len(each) for each in lists], device=DEVICE)
        self.starts = F.pad(self.lengths.cumsum(0), (1, 0))[:-1]
        self.pieces = torch.tensor([number for each in lists for number in each], device=DEVICE)

    def batch(self, chosen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        lengths = self.lengths[chosen]
        offsets = F.pad(lengths.cumsum(0), (1, 0))[:-1]
        inside = torch.arange(int(lengths.sum()), device=DEVICE) - torch.repeat_interleave(offsets, lengths)
        return self.pieces[torch.repeat_interleave(self.starts[chosen], lengths) + inside], offsets

    def embed(self, student: Student) -> torch.Tensor:
        with torch.inference_mode():
            parts = torch.arange(len(self.lengths), device=DEVICE).split(8_192)
            return torch.cat([student(*self.batch(part)) for part in parts])


def train(bags: Bags, wanted: torch.Tensor, rows: torch.Tensor, epochs: int = EPOCHS) -> Student:
    student = Student(rows.clone()).to(DEVICE)
    rate = torch.optim.Adam(student.parameters(), lr=PEAK_RATE)
    steps = epochs * (len(wanted) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(rate, PEAK_RATE, total_steps=steps)
    step = 0
    for _ in range(epochs):
        for chosen in torch.randperm(len(wanted), device=DEVICE).split(BATCH):
            if len(chosen) < BATCH or step >= steps:
                continue
            loss = loss_of(student(*bags.batch(chosen)), wanted[chosen])
            rate.zero_grad()
            loss.backward()
            rate.step()
            schedule.step()
            step += 1
    print(f"  loss {loss.item():.4f}", flush=True)
    return student


def quantised(rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    scale = rows.abs().amax(1).clamp(min=1e-8) / 127
    return (rows / scale[:, None]).round().to(torch.int8), scale.half()


def reduced(vectors: torch.Tensor, width: int) -> torch.Tensor:
    """The directions in which the teacher's embeddings vary most."""
    sample = vectors[torch.randperm(len(vectors))[:200_000]].to(DEVICE).float()
    return torch.linalg.eigh(sample.T @ sample)[1].flip(1)[:, :width]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--teacher", type=Path, required=True)
    parser.add_argument("--texts", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--rows", type=int, default=37_000)
    given = parser.parse_args()
    torch.manual_seed(1)
    random.seed(1)
    started = time.monotonic()
    model, tokenizer = read_teacher(given.teacher)
    texts = given.texts.read_text(encoding="utf-8").splitlines()
    taught = teach(model, tokenizer, texts)
    print(f"{len(texts)} texts taught after {time.monotonic() - started:.0f} s", flush=True)
    student, pieces = distil(model, tokenizer, texts, taught, given.width, given.rows)
    rows, scales = quantised(student.rows.data)
    given.out.mkdir(parents=True, exist_ok=True)
    np.savez(given.out / "table.npz", rows=rows.cpu().numpy(), scales=scales.cpu().numpy(), pieces=np.array(pieces))
    print(f"{len(pieces)} pieces of {given.width} numbers after {time.monotonic() - started:.0f} s")


def distil(
    model: Any,
    tokenizer: Tokenizer,
    texts: list[str],
    taught: torch.Tensor,
    width: int,
    rows: int,
    epochs: int = EPOCHS,
) -> tuple[Student, list[str]]:
    pieces = choose_pieces(tokenizer, texts, rows)
    bags = Bags(cutter(tokenizer, pieces), texts)
    axes = reduced(taught, width)
    wanted = F.normalize(taught.to(DEVICE).float() @ axes, dim=1)
    alone = F.normalize(
        teach(model, tokenizer, [piece.removeprefix("##") for piece in pieces]).to(DEVICE).float() @ axes
    )
    share = torch.bincount(bags.pieces, minlength=len(pieces)).float() / len(bags.pieces)
    return train(bags, wanted, alone * (1e-4 / (1e-4 + share))[:, None], epochs), pieces


if __name__ == "__main__":
    main()
