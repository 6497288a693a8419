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
