import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';

const STORED = 'balcao.rolagem';
/** Entries of the history whose position is remembered. */
const KEPT = 100;

/** How far pages of this tab were scrolled, in pixels, by their entry in the history, the last scrolled at the end. */
let positions = new Map<string, number>();

/** A new page begins at its top or at the part that its address names; 'back' finds a page as it was left, also after a reload. */
export function ScrollPositions(): null {
  const { key, pathname, hash } = useLocation();
  // The first entry of a tab always has the same key.
  const entry = key + pathname;

  // Before the new page is scrolled, which must not count for the entry that was left.
  useLayoutEffect(() => {
    const keep = () => {
      positions.delete(entry);
      positions.set(entry, window.scrollY);
      if (positions.size > KEPT) positions = new Map([...positions].slice(-KEPT));
    };
    window.addEventListener('scroll', keep, { passive: true });
    return () => window.removeEventListener('scroll', keep);
  }, [entry]);

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    positions = stored();
    const store = () => {
      sessionStorage.setItem(STORED, JSON.stringify([...positions]));
      history.scrollRestoration = 'auto';
    };
    window.addEventListener('pagehide', store);
    return () => {
      window.removeEventListener('pagehide', store);
      store();
    };
  }, []);

  useLayoutEffect(() => {
    const position = positions.get(entry);
    const named = position === undefined && hash && document.getElementById(decoded(hash.slice(1)));
    if (named) named.scrollIntoView();
    else window.scrollTo(0, position ?? 0);
  }, [entry, hash]);
  return null;
}

function stored(): typeof positions {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(STORED) ?? '[]'));
  } catch {
    return new Map();
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
