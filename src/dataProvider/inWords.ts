import { ownWords } from '../../contract/rules/ownWords.ts';
import { currentLoad } from './session.ts';

/** A text about tickets, worded for the reader. Evaluated on render, since another person may sign in. */
export const inWords = (text: string): string =>
  currentLoad()?.colaborador.tipo === 'CONSUMIDOR_FINAL' ? ownWords(text) : text;
