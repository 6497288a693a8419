import { consumerWording } from '../../contract/rules/consumerWording.ts';
import { currentInitialLoad } from './session.ts';

/** A text about tickets, worded for the reader. Evaluated on render, since another person may sign in. */
export const ticketWording = (text: string): string =>
  currentInitialLoad()?.colaborador.tipo === 'CONSUMIDOR_FINAL' ? consumerWording(text) : text;
