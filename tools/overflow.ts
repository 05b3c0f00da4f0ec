// Finds texts that are cut or run out of their box, and pages that scroll sideways.

/** Runs in the page, as a text because this file is compiled for Node.js. */
export const findOverflow = `(() => {
  const found = [];
  const tolerance = 2;
  const nameOf = (element) => {
    const own = element.tagName.toLowerCase() + (element.className && typeof element.className === 'string' ? '.' + element.className.trim().replace(/\\s+/g, '.') : '');
    return (element.parentElement && element.parentElement !== document.body ? element.parentElement.tagName.toLowerCase() + '>' : '') + own;
  };
  const report = (what, element, text) =>
    found.push(what + ': ' + nameOf(element) + ' “' + (text || '').trim().replace(/\\s+/g, ' ').slice(0, 40) + '”');
  const scrolls = (value) => value === 'auto' || value === 'scroll';
  const isHidden = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.display === 'none' || style.visibility === 'hidden' || style.clipPath !== 'none' || style.opacity === '0') return true;
      const { width, height } = one.getBoundingClientRect();
      if (style.overflow === 'hidden' && width <= 1 && height <= 1) return true;
      if (one.tagName === 'IFRAME' || one.tagName === 'OPTION') return true;
    }
    return false;
  };
  /** Whether an ancestor scrolls sideways, or shortens with an ellipsis. */
  const isHandled = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (one !== document.documentElement && one !== document.body && scrolls(style.overflowX)) return true;
      if (style.textOverflow === 'ellipsis' && style.overflowX !== 'visible') return true;
      if (style.webkitLineClamp !== 'none') return true;
    }
    return false;
  };
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth + 1) {
    const wide = [...document.body.querySelectorAll('*')].filter((one) => !isHidden(one) && !isHandled(one) && one.getBoundingClientRect().right > root.clientWidth + 1);
    report('the page scrolls sideways', wide.at(-1) || document.body, (wide.at(-1) || document.body).textContent);
  }
  // A list that scrolls down must not scroll sideways, too.
  for (const one of document.querySelectorAll('body *')) {
    const style = getComputedStyle(one);
    if (one.tagName === 'PRE' || !scrolls(style.overflowY) || one.scrollHeight <= one.clientHeight + 1 || isHidden(one)) continue;
    if (one.scrollWidth > one.clientWidth + 1) report('scrolls both ways', one, one.textContent);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    if (!parent || !node.nodeValue.trim() || /^(SCRIPT|STYLE|NOSCRIPT|TEXTAREA)$/.test(parent.tagName) || isHidden(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    if (!rects.length || isHandled(parent)) continue;
    const right = Math.max(...rects.map((one) => one.right));
    const bottom = Math.max(...rects.map((one) => one.bottom));
    const left = Math.min(...rects.map((one) => one.left));
    for (let box = parent; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.display === 'inline' || style.display === 'contents') continue;
      const rect = box.getBoundingClientRect();
      const clipsX = style.overflowX !== 'visible';
      const clipsY = style.overflowY === 'hidden' || style.overflowY === 'clip';
      const isBox = clipsX || style.borderRightStyle !== 'none' || style.backgroundColor !== 'rgba(0, 0, 0, 0)' || box === parent;
      if (isBox && (right > rect.right + tolerance || left < rect.left - tolerance) && !seen.has(box)) {
        seen.add(box);
        report(clipsX ? 'cut' : 'runs out', box, node.nodeValue);
        break;
      }
      if (clipsY && bottom > rect.bottom + tolerance + 2 && !seen.has(box)) {
        seen.add(box);
        report('cut below', box, node.nodeValue);
        break;
      }
      if (style.position === 'fixed' || style.position === 'absolute') break;
    }
  }
  return [...new Set(found)];
})()`;
