// The page of the inbox: asks once a second for what came in. What was sent becomes text, never HTML.

/** @typedef {{ number: number, atMs: number, by: string, title: string, note: string, text: string }} Letter */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

let newest = 0;

byId('act').addEventListener('click', () => void fetch('/act', { method: 'POST' }));

async function look() {
  try {
    const response = await fetch('/letters');
    /** @type {{ letters: Letter[], act: string | null }} */
    const { letters, act } = await response.json();
    byId('offers').hidden = act === null;
    byId('act').textContent = act;
    const fresh = letters.filter(({ number }) => number > newest);
    byId('letters').prepend(...fresh.map(row));
    newest = letters[0]?.number ?? newest;
    byId('state').textContent = newest === 0 ? 'Nothing came so far.' : `${newest} came so far.`;
  } catch {
    byId('state').textContent = 'The inbox does not answer: it has ended.';
  }
  setTimeout(look, 1_000);
}

/** @param {Letter} letter */
function row({ atMs, by, title, note, text }) {
  const details = document.createElement('details');
  details.className = /down|flapping|recovering|resolved/.exec(title.toLowerCase())?.[0] ?? '';
  const summary = document.createElement('summary');
  summary.textContent = `${new Date(atMs).toTimeString().slice(0, 8)}  ${by === 'mail' ? '✉' : '⇢'}  ${title}`;
  const about = document.createElement('p');
  about.className = 'about';
  about.textContent = `${by}, ${note}`;
  const body = document.createElement('pre');
  body.append(...linked(by === 'mail' ? text : JSON.stringify(JSON.parse(text), null, 2)));
  details.append(summary, about, body);
  return details;
}

/**
 * Links to an incident lead to it with a key: a mail to you would lead to a dashboard that asks for yours.
 *
 * @param {string} text
 */
function linked(text) {
  return text.split(/(https?:\/\/[^\s"]+#\/[^\s"]+)/).map((part, i) => {
    if (i % 2 === 0) return part;
    const link = document.createElement('a');
    link.textContent = part;
    link.target = '_blank';
    link.href = `/open${part.slice(part.indexOf('#') + 1)}`;
    return link;
  });
}

void look();
