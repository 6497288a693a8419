import { useEffect } from 'react';

interface UndoKeys {
  undo: () => void;
  redo: () => void;
  /** False where a text editor has an undo of its own. */
  active: boolean;
}

/** Ctrl+Z and Ctrl+Shift+Z (or Ctrl+Y) for the whole definition. */
export function useUndoKeys({ undo, redo, active }: UndoKeys) {
  useEffect(() => {
    if (!active) return;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      // A code editor inside the visual one undoes its own text.
      if (event.target instanceof Element && event.target.closest('.cm-editor, [role=dialog]')) return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) redo();
      else undo();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [undo, redo, active]);
}
