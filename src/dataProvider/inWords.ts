import { ownWords } from '../../contract/rules/ownWords.ts';
import { currentLoad } from './session.ts';

/** A sentence about tickets in the words of who reads it. Asked while drawing: another person may sign in. */
export const inWords = (text: string): string =>
  currentLoad()?.colaborador.tipo === 'CONSUMIDOR_FINAL' ? ownWords(text) : text;
