import { formatCount } from '../../../../contract/rules/format.ts';
import { allFiles, type TicketDraft } from '../../../../contract/rules/tickets/ticketDraft.ts';

/** What a change would throw away, in words: '2 notas fiscais e 3 itens'. Empty: nothing that took work to enter. */
export function losses(before: TicketDraft, after: TicketDraft): string {
  const lost = (count: (draft: TicketDraft) => number) => Math.max(0, count(before) - count(after));
  const counts: [number, string, string][] = [
    [lost(({ notas }) => notas.length), 'nota fiscal', 'notas fiscais'],
    [lost(({ itens }) => itens.length), 'item', 'itens'],
    [lost(({ itensAvulsos }) => itensAvulsos.length), 'item avulso', 'itens avulsos'],
    [lost((draft) => allFiles(draft).length), 'foto', 'fotos'],
    [lost(({ mensagem }) => (mensagem.trim() ? 1 : 0)), 'mensagem', 'mensagens'],
  ];
  const texts = counts.flatMap(([count, one, many]) => (count > 0 ? [formatCount(count, one, many)] : []));
  return texts.length > 1 ? `${texts.slice(0, -1).join(', ')} e ${texts.at(-1)}` : (texts[0] ?? '');
}
