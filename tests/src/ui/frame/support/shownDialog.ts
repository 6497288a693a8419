import type { ReactElement } from 'react';
import type { Route } from '#contract/route.ts';

export interface Shown {
  file: string;
  route: Route;
  open: ReactElement;
  /** The button that opens it, where the dialog is not `open` itself. */
  press?: string;
  confirm: string;
  /** The fields with a label of their own in the contract. */
  asks: readonly string[];
  /** The fields that are needed and empty at first: said at the field, nothing is sent. */
  lacks?: readonly string[];
  /** What a person changes first, by field; without it the dialog lacks something, decides, or has nothing to change. */
  edits?: Readonly<Record<string, string>>;
  /** The record, and what another person wrote into it meanwhile. */
  record?: { versao: number };
  changed?: object;
}
