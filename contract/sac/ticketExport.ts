import * as Type from '@sinclair/typebox';
import { Binary } from '../config/platform.ts';
import { Direction, defineRoutes, Strict } from '../route.ts';
import { SHEET_FORMATS } from '../rules/sheetFormats.ts';
import { ticketSelection } from './ticketBulk.ts';
import { TICKET_SORTS } from './tickets.ts';

export type { SheetFormat } from '../rules/sheetFormats.ts';

export const ticketExportRoutes = defineRoutes({
  /** All that matches, however many: the answer flows while it is read. */
  file: {
    method: 'POST',
    path: '/sac/tickets/exportar',
    summary: 'Exportar tickets para uma planilha',
    permission: 'TICKETS_EXPORTAR',
    body: Strict({
      ...ticketSelection,
      formato: Type.Union(
        SHEET_FORMATS.map((format) => Type.Literal(format)),
        { title: 'Formato' },
      ),
      orderBy: Type.Optional(
        Type.Union(
          TICKET_SORTS.map((sort) => Type.Literal(sort)),
          { title: 'Ordem' },
        ),
      ),
      direction: Type.Optional(Direction),
    }),
    file: true,
    response: Binary,
  },
});
