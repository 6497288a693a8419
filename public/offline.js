// The page that could not be had: by hand, and by itself as soon as there is a network, or the server answers again.
const WAITS_MS = [2000, 3000, 5000, 10000];

document.getElementById('tentar').addEventListener('click', () => location.reload());
addEventListener('online', () => location.reload());

async function ask(tries) {
  try {
    const answer = await fetch(location.href, { cache: 'no-store' });
    if (answer.ok) return location.reload();
  } catch {
    // Still away.
  }
  setTimeout(ask, WAITS_MS[Math.min(tries, WAITS_MS.length - 1)], tries + 1);
}
setTimeout(ask, WAITS_MS[0], 1);
