import type { ClipboardEvent } from 'react';

/**
 * Copying several cells produces a table that can be pasted: tabs and lines as text, cells as HTML, without the rows'
 * checkboxes and buttons. A selection within a single cell is copied unchanged.
 */
export function copyRows(event: ClipboardEvent<HTMLTableElement>) {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed) return;
  const range = selection.getRangeAt(0);
  const lines = [...event.currentTarget.rows]
    .map((row) =>
      [...row.cells].filter((cell) => range.intersectsNode(cell) && !cell.matches('.tick, .actions')),
    )
    .filter((cells) => cells.length > 0)
    .map((cells) => cells.map(wordsOf));
  if (lines.flat().length < 2) return;
  event.preventDefault();
  const html = lines.map((cells) => `<tr>${cells.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`);
  event.clipboardData.setData('text/plain', lines.map((cells) => cells.join('\t')).join('\n'));
  event.clipboardData.setData('text/html', `<table>${html.join('')}</table>`);
}

/** Separates text nodes with spaces, since stacked facts in a cell are separate words. */
function wordsOf(cell: Element): string {
  const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const words: string[] = [];
  while (walk.nextNode()) words.push(walk.currentNode.textContent?.replace(/\s+/g, ' ').trim() ?? '');
  return words.filter(Boolean).join(' ');
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
