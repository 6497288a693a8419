// Runs before the first paint: the colours that the person chose, else those of the system.
// The same key and attribute as in src/ui/theme/theme.tsx.
(() => {
  let mode = null;
  try {
    mode = localStorage.getItem('balcao.tema');
  } catch {}
  const dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-tema', dark ? 'dark' : 'light');
})();
