// Copies a selected file into the text field next to it. Without JavaScript, people paste its lines there.
for (const part of document.querySelectorAll("[data-file]")) {
  const text = document.getElementById(part.dataset.file);
  part.hidden = false;
  part.querySelector("input").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (file) text.value = await file.text();
  });
}
