/**
 * A program for a page: every text that stands out less than 4.5 to 1 from what it stands on (WCAG 2.2, 1.4.3), with
 * backgrounds, filters and opacity of all that is around it.
 */
export const paleTexts = `(() => {
  const read = (color) => {
    const [r, g, b, alpha = 1] = color.match(/[\\d.e-]+/g).map(Number);
    const most = color.startsWith('color(') ? 1 : 255;
    return [r / most, g / most, b / most, alpha];
  };
  const over = ([r, g, b, a], [R, G, B, A]) => {
    const alpha = a + A * (1 - a);
    const mix = (top, under) => (alpha === 0 ? 0 : (top * a + under * A * (1 - a)) / alpha);
    return [mix(r, R), mix(g, G), mix(b, B), alpha];
  };
  const filtered = ([r, g, b, a], filter) => {
    if (filter === 'none') return [r, g, b, a];
    const [, amount] = /^grayscale\\((.+)\\)$/.exec(filter);
    const grey = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    return [...[r, g, b].map((each) => each + (grey - each) * Number(amount)), a];
  };
  const luminance = (color) => {
    const [r, g, b] = color.map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (element) => {
    let ink = read(getComputedStyle(element).color);
    let ground = [0, 0, 0, 0];
    for (let each = element; each !== null; each = each.parentElement) {
      const { backgroundColor, filter, opacity } = getComputedStyle(each);
      const paint = (color) => {
        const [r, g, b, a] = filtered(over(color, read(backgroundColor)), filter);
        return [r, g, b, a * Number(opacity)];
      };
      [ink, ground] = [paint(ink), paint(ground)];
    }
    const [light, dark] = [ink, ground].map((each) => luminance(over(each, [1, 1, 1, 1]))).sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };
  for (const fold of document.querySelectorAll('details')) fold.open = true;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const pale = [];
  let seen = 0;
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (walker.currentNode.data.trim() === '' || !element.checkVisibility() || element.closest('option')) continue;
    seen += 1;
    const ratio = contrast(element);
    if (ratio < 4.5) pale.push(walker.currentNode.data + ' ' + ratio.toFixed(2));
  }
  return { seen, pale: [...new Set(pale)] };
})()`;
