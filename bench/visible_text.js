// For each text in the page: the text, and whether Chromium draws it where a person can see it.
() => {
  const SKIPPED = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "TEXTAREA", "SELECT", "IFRAME", "OBJECT", "TITLE",
                           "DATALIST", "CANVAS", "AUDIO", "VIDEO", "MAP", "NOFRAMES"]);
  const alpha = (colour) => { const found = colour.match(/[\d.]+/g) || []; return found.length > 3 ? +found[3] : 1; };
  const styles = new Map();
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  const whyHidden = (node) => {
    const element = node.parentElement, own = styleOf(element);
    if (own.visibility !== "visible") return "visibility";
    if (!element.checkVisibility()) return "display";
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 0.5 && box.height > 0.5);
    if (!boxes.length) return "no box";
    if (parseFloat(own.fontSize) <= 2) return "font-size";
    const left = Math.min(...boxes.map((box) => box.left)), right = Math.max(...boxes.map((box) => box.right));
    const top = Math.min(...boxes.map((box) => box.top)), bottom = Math.max(...boxes.map((box) => box.bottom));
    if (right + scrollX <= 0 || bottom + scrollY <= 0) return "position";
    let opacity = 1, background = null, known = true, placed = own.position, fixed = false;
    for (let around = element; around; around = around.parentElement) {
      const style = styleOf(around);
      opacity *= +style.opacity;
      fixed = fixed || style.position === "fixed";
      if (/inset\((?:[5-9]\d|100)%|circle\(0|polygon\((?:(0\S*) (0\S*),? ?)+\)$/.test(style.clipPath)) return "clip-path";
      if (/absolute|fixed/.test(style.position) && /rect\((\S+),? \S+,? \1/.test(style.clip)) return "clip";
      const box = around.getBoundingClientRect();
      const clips = style.overflowX !== "visible" || style.overflowY !== "visible";
      const escapes = placed === "fixed" || (placed === "absolute" && style.position === "static");
      if (clips && !escapes && style.display !== "inline" && (box.width <= 1 || box.height <= 1)) return "size";
      if (/absolute|fixed/.test(style.position)) placed = style.position;
      else if (style.position !== "static" && placed === "absolute") placed = "static";
      if (style.backgroundImage !== "none" || (style.position !== "static" && !background)) known = known && !!background;
      if (!background && alpha(style.backgroundColor) > 0) background = alpha(style.backgroundColor) === 1 ? style.backgroundColor : "mixed";
    }
    if (opacity <= 0.05) return "opacity";
    if (fixed && (left >= innerWidth || top >= innerHeight)) return "position";
    if (left >= Math.max(innerWidth, 2000) && left >= document.documentElement.scrollWidth) return "position";
    const filled = own.webkitBackgroundClip === "text" || own.textShadow !== "none";
    const fill = own.webkitTextFillColor || own.color;
    if (!filled && alpha(fill) <= 0.05) return "color";
    if (!filled && known && fill === (background || "rgb(255, 255, 255)")) return "color";
    return "";
  };
  for (const animation of document.getAnimations()) {
    try { animation.finish(); } catch { animation.cancel(); } // one without end
  }
  const found = [];
  const walk = (element) => {
    for (const child of element.childNodes) {
      if (child.nodeType === 3) {
        if (child.data.trim()) found.push([child.data.split(/\s+/).join(" ").trim(), whyHidden(child)]);
      } else if (child.nodeType === 1 && !SKIPPED.has(child.tagName) && child.namespaceURI.endsWith("xhtml")) walk(child);
    }
  };
  if (document.body) walk(document.body);
  return found;
}
