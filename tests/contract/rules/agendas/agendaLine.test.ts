import { describe, expect, it } from '@jest/globals';
import { type RawAgendaLine, readAgendaLine } from '#contract/rules/agendas/agendaLine.ts';
import { titleProblem } from '#contract/rules/titles.ts';

const subjectOf = (assunto: string) => {
  const raw: RawAgendaLine = { cliente: '1', data: '02/12/2026', hora: '09:00', tipo: '', assunto };
  const read = readAgendaLine(raw, { withCollaborator: false });
  return 'line' in read ? { subject: read.line.subject } : read.errors;
};

describe('subject of a line of an agenda spreadsheet', () => {
  it.each([
    ['a soft hyphen', 'Visi\u00adta'],
    ['a blank without width', 'Visita\u200b técnica'],
    ['a line break', 'Visita\ntécnica'],
    ['a turn of direction', 'Visita \u202eacincét'],
    ['markup', '<b>Visita</b>'],
  ])('is refused with %s, as in the form', (_name, assunto) => {
    const problem = titleProblem(assunto);
    expect(problem).not.toBeNull();
    expect(subjectOf(assunto)).toEqual({ assunto: problem });
  });

  it.each(['', '   ', '\u200b', '\u00ad\u2060'])(
    'is missing if nobody sees anything of it: %j',
    (assunto) => {
      expect(subjectOf(assunto)).toEqual({ assunto: 'Informe o assunto.' });
    },
  );

  it.each(['Visita técnica', 'Preço < 5 & > 2', 'Reunião 👩\u200d💻'])('is taken as it is: %s', (assunto) => {
    expect(subjectOf(` ${assunto} `)).toEqual({ subject: assunto });
  });
});
