// The overview of the API reference: filters the operations while you type. Old links to an operation's place on this
// page lead to its own page. Without script the search is answered by the server, and an old link marks the operation.
const list = document.querySelector(".manual__text");
const words = document.querySelector(".manual__words");
const said = document.querySelector(".found");
const old = document.getElementById(decodeURIComponent(location.hash.slice(1)));

if (old?.matches(".group li")) location.replace(old.querySelector("a").href);

// A page of search results has only some of the operations: the server searches again from there.
if (!words.value) {
  words.addEventListener("input", () => {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const group of list.querySelectorAll(".group")) {
      let left = 0;
      for (const row of group.querySelectorAll("li")) {
        const text = row.textContent.toLowerCase();
        row.hidden = !wanted.every((word) => text.includes(word));
        left += !row.hidden;
      }
      group.hidden = !left;
      count += left;
    }
    said.textContent = !wanted.length ? ""
      : `${count || "No"} ${count === 1 ? "operation matches" : "operations match"}. Press Enter to search fields and errors too.`;
  });
}
