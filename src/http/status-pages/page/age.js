// Says on a page that was made too long ago that it is out of date, and looks once a minute for a newer one. Without
// this script the page says how long it is valid, and after a while that it was opened long ago.
const page = document.documentElement;
const validUntilMs = Date.parse(page.dataset.validUntil);

function lookAtAge() {
  if (Date.now() > validUntilMs) page.dataset.age = 'old';
}

/** Nobody who reads something is disturbed. */
async function lookForNewer() {
  const isRead = document.querySelector('details[open]') !== null || !getSelection().isCollapsed;
  if (document.hidden || isRead) return;
  try {
    const reply = await fetch(location.href, { cache: 'no-cache' });
    if (reply.ok) location.reload();
  } catch {
    // What is there says how old it is.
  }
}

lookAtAge();
setInterval(lookAtAge, 1_000);
setInterval(lookForNewer, 60_000);
