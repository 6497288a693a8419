import type { ReactNode } from 'react';

export type CommandGroup =
  | 'Recentes'
  | 'Telas'
  | 'Ações'
  | 'Tickets'
  | 'Clientes'
  | 'Orçamentos e pedidos'
  | 'Cadastros';

/** A line of the palette: leads to a page, or does something. */
export interface Command {
  /** Of its own among all: 'ticket-812'. */
  id: string;
  group: CommandGroup;
  label: string;
  /** The second fact, in grey. */
  detail?: string | undefined;
  /** Other words that people look for it by. */
  words?: string;
  icon: ReactNode;
  /** At the end of the line: a chip, or the shortcut. */
  end?: ReactNode;
  act: { to: string } | { run: () => void };
}

/** Letter for letter without accents and capitals, so that places in it are places in the text. */
const fold = (text: string): string =>
  [...text].map((letter) => (letter.normalize('NFD')[0] ?? letter).toLowerCase()).join('');

const wordsOf = (term: string): string[] => fold(term).split(/\s+/).filter(Boolean);

/** Whether each word of the term begins a word of the text. */
export function fits(text: string, term: string): boolean {
  const folded = ` ${fold(text)}`;
  return wordsOf(term).every((word) => folded.includes(` ${word}`));
}

interface Piece {
  text: string;
  marked: boolean;
}

/** The text in pieces, with what the term's words found in it marked. */
export function marked(text: string, term: string): Piece[] {
  const folded = fold(text);
  // A sign of two units would shift every place behind it.
  if (folded.length !== text.length) return [{ text, marked: false }];
  const hit = new Array<boolean>(text.length).fill(false);
  for (const word of wordsOf(term))
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
      hit.fill(true, at, at + word.length);
  const pieces: Piece[] = [];
  for (const [at, letter] of [...text].entries()) {
    const last = pieces.at(-1);
    if (last && last.marked === hit[at]) last.text += letter;
    else pieces.push({ text: letter, marked: hit[at] ?? false });
  }
  return pieces;
}
