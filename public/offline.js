// The page that could not be had: by hand, and by itself as soon as there is a network.
document.getElementById('tentar').addEventListener('click', () => location.reload());
addEventListener('online', () => location.reload());
