// A file that is chosen goes into the text field beside it; without script, its lines are pasted there.
for (const part of document.querySelectorAll("[data-file]")) {
  const text = document.getElementById(part.dataset.file);
  part.hidden = false;
  part.querySelector("input").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (file) text.value = await file.text();
  });
}
