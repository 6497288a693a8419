import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { ticketPriority } from '#contract/catalogs/ticketPriority.ts';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import {
  type WordsDefinition,
  wordsChanges,
  wordsOf,
  wordsProblems,
} from '#contract/rules/words/wordsDefinition.ts';
import { Priority } from '#contract/sac/tickets/ticketMoves.ts';
import { BUTTON_WORDS } from '#contract/words/buttons.ts';
import { MENU_WORDS } from '#contract/words/menu.ts';
import { noticeText, noticeWords } from '#contract/words/notices.ts';
import { CATALOG_PLACES } from '#contract/words/places.ts';
import { labelWord, STANDARD_WORDS, setWords, wordOf } from '#contract/words/words.ts';
import { knownWords } from '#server/config/words/knownWords.ts';
import { sourceFiles } from '../../support/sourceFiles.ts';

afterEach(() => setWords(STANDARD_WORDS));

const known = knownWords().list;
const definition = (...palavras: [lugar: string, chave: string, palavra: string][]): WordsDefinition => ({
  ...{ formato: 1, id: 'console', titulo: 'Palavras' },
  palavras: palavras.map(([lugar, chave, palavra]) => ({ lugar, chave, palavra })),
});
const wrong = (...words: [string, string, string][]) =>
  wordsProblems(definition(...words), known).map(({ pointer, message }) => [pointer, message]);

describe('words of the company', () => {
  it('stand in a catalogue wherever its rows are read, also in the options of a call', () => {
    setWords({ situacaoTicket: { ABERTO: 'Novo' }, prioridade: { ALTA: 'Máxima' } });
    expect(rowOf(ticketStatus, 'ABERTO').label).toBe('Novo');
    expect(ticketStatus.map(({ label }) => label).slice(0, 2)).toEqual(['Novo', 'Em atendimento']);
    expect({ ...ticketStatus[0] }.label).toBe('Novo');
    expect(rowOf(ticketPriority, 'ALTA').label).toBe('Máxima');
    expect((Priority.anyOf as { title: string }[]).map(({ title }) => title)).toContain('Máxima');
    setWords(STANDARD_WORDS);
    expect(rowOf(ticketStatus, 'ABERTO').label).toBe('Aberto');
    expect((Priority.anyOf as { title: string }[]).map(({ title }) => title)).toContain('Alta');
  });

  it('are not those of every object', () => {
    setWords({ rotulos: {} });
    expect(labelWord('constructor')).toBe('constructor');
    expect(wordOf('toString', 'x', 'x')).toBe('x');
  });

  it('may be of every catalogue that has a place, and each place is of one', () => {
    const named = sourceFiles('contract').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/catalogOf<[^(]*>\('(\w+)'\)/g)].map(([, place]) => place),
    );
    expect([...named].sort()).toEqual(CATALOG_PLACES.map(({ lugar }) => lugar).sort());
  });

  it('of the menu are those of its entries, and those of buttons stand on no other button', () => {
    const shell = ['screens.ts', 'laterEntries.ts', 'drawerLevels.ts', 'DrawerNav.tsx']
      .map((file) => readFileSync(`src/shell/${file}`, 'utf8'))
      .join();
    expect(MENU_WORDS.filter((word) => !shell.includes(`'${word}'`))).toEqual([]);
    const said = new RegExp(`<Button\\b(?:[^<>]|=>)*>\\s*(?:${BUTTON_WORDS.join('|')})\\s*</Button>`);
    const others = sourceFiles('src').filter((file) => {
      const text = readFileSync(file, 'utf8');
      return said.test(text) && /import Button\b.*'@mui\/material\/Button'/.test(text);
    });
    expect(others).toEqual([]);
  });

  it('of notices stand in what people are told, with what it tells of', () => {
    setWords({ avisos: { SEGUE: '{{ticket}} é um dos seus', SEGUE_POR: 'Foi {{pessoa}}; foi {{pessoa}}.' } });
    expect(noticeText('SEGUE', { ticket: 12 })).toBe('12 é um dos seus');
    // What is filled in is text, whatever it says.
    expect(noticeText('SEGUE_POR', { pessoa: '{{ticket}} $&' })).toBe(
      'Foi {{ticket}} $&; foi {{ticket}} $&.',
    );
    setWords(STANDARD_WORDS);
    expect(noticeText('SEGUE', { ticket: 12 })).toBe('Você segue o ticket 12');
  });

  it('of notices are all that the console tells by itself, and each is told', () => {
    const telling = sourceFiles('server').filter((file) => {
      // What a rule tells was written by the company.
      const isOwn = !file.includes('companyRules') && !file.endsWith('noticeTo.ts');
      return isOwn && /\bnoticeTo\(/.test(readFileSync(file, 'utf8'));
    });
    expect(telling.length).toBeGreaterThan(6);
    const literal = /\b(?:titulo|texto): (?:'|`(?!\$\{(?:ticket\.)?subject\}\\n\$\{noticeText\())/;
    expect(telling.filter((file) => literal.test(readFileSync(file, 'utf8')))).toEqual([]);
    const code = ['contract/rules', 'server', 'src']
      .flatMap(sourceFiles)
      .map((file) => readFileSync(file, 'utf8'));
    const text = code.join('\n');
    expect(noticeWords().filter(({ chave }) => !text.includes(`'${chave}'`))).toEqual([]);
  });

  it('are known for every field of a call by its title, with where it is seen', () => {
    const label = known.find(({ lugar, chave }) => lugar === 'rotulos' && chave === 'Prioridade');
    expect(label?.onde.length).toBeGreaterThan(2);
    expect(known.filter(({ padrao }) => padrao === '')).toEqual([]);
  });
});

describe('changed words', () => {
  it.each<[string, [string, string, string][], [string, RegExp][]]>([
    [
      'a notice that fills in what it does not know',
      [['avisos', 'SEGUE', 'Olá {{cliente}}']],
      [['/palavras/0/palavra', /Use \{\{ticket\}\}/]],
    ],
    [
      'a notice with single braces',
      [['avisos', 'SEGUE', 'Olá {ticket}']],
      [['/palavras/0/palavra', /duas chaves/]],
    ],
    [
      'braces where nothing is filled in',
      [['avisos', 'VOLTOU_HORA', 'na {{hora}}']],
      [['/palavras/0/palavra', /não tem o que preencher/]],
    ],
    [
      'a notice that is too long',
      [['avisos', 'SEGUE', 'a'.repeat(161)]],
      [['/palavras/0/palavra', /no máximo 160/]],
    ],
    ['an empty word', [['prioridade', 'ALTA', '  ']], [['/palavras/0/palavra', /Escreva a palavra/]]],
    ['markup', [['rotulos', 'Prioridade', '<b>Urgência</b>']], [['/palavras/0/palavra', /HTML/]]],
    ['a sign of markup', [['rotulos', 'Prioridade', 'a < b']], [['/palavras/0/palavra', /HTML/]]],
    ['a control character', [['menu', 'Tickets', 'Cha\u0007mados']], [['/palavras/0/palavra', /não se vê/]]],
    ['a turned direction', [['menu', 'Tickets', 'a\u202eb']], [['/palavras/0/palavra', /não se vê/]]],
    ['too long', [['menu', 'Tickets', 'a'.repeat(61)]], [['/palavras/0/palavra', /no máximo 60/]]],
    ['blanks around', [['menu', 'Tickets', ' Chamados']], [['/palavras/0/palavra', /espaços/]]],
    ['an unknown key', [['situacaoTicket', 'PARADO', 'Parado']], [['/palavras/0', /Não há "PARADO"/]]],
    ['an unknown place', [['constructor', 'name', 'x']], [['/palavras/0', /Não há/]]],
    [
      'the word of the status beside it, in another case',
      [['situacaoTicket', 'ABERTO', 'EM ATENDIMENTO']],
      [['/palavras/0/palavra', /igual à de "Em atendimento"/]],
    ],
    [
      'the word that a consumer reads for another status',
      [['situacaoTicket', 'AGUARDANDO_CLIENTE/consumidor', 'aguardando parceiro']],
      [['/palavras/0/palavra', /igual à de "Aguardando parceiro"/]],
    ],
    [
      'two statuses with one word',
      [
        ['situacaoTicket', 'ABERTO', 'Na fila'],
        ['situacaoTicket', 'EM_ATENDIMENTO', 'Na Fila'],
      ],
      [
        ['/palavras/0/palavra', /igual/],
        ['/palavras/1/palavra', /igual/],
      ],
    ],
    [
      'one word twice',
      [
        ['menu', 'Tickets', 'Chamados'],
        ['menu', 'Tickets', 'Casos'],
      ],
      [['/palavras/0', /outra linha/]],
    ],
    [
      'labels that change places',
      [
        ['rotulos', 'Filial', 'Setor'],
        ['rotulos', 'Setor', 'Filial'],
      ],
      [
        ['/palavras/0/palavra', /nome padrão de outro campo/],
        ['/palavras/1/palavra', /nome padrão de outro campo/],
      ],
    ],
  ])('are refused with %s', (_, words, problems) => {
    const found = wrong(...words);
    expect(found).toHaveLength(problems.length);
    for (const [index, [pointer, message]] of problems.entries())
      expect(found[index]).toEqual([pointer, expect.stringMatching(message)]);
  });

  it('may change places where the standard one is changed too', () => {
    expect(
      wrong(
        ['situacaoTicket', 'ABERTO', 'Em atendimento'],
        ['situacaoTicket', 'EM_ATENDIMENTO', 'Aberto'],
        ['situacaoTicket', 'AGUARDANDO_CLIENTE/consumidor', 'Com você'],
      ),
    ).toEqual([]);
  });

  it('may be for consumers what the others read, and the other way round', () => {
    expect(
      wrong(
        ['situacaoTicket', 'AGUARDANDO_CLIENTE/consumidor', 'Aguardando terceiro'],
        ['situacaoTicket', 'EM_ATENDIMENTO', 'Aguardando parceiro'],
      ),
    ).toEqual([]);
  });

  it('word a label once, however often it is asked', () => {
    const labels = known.filter(({ lugar }) => lugar === 'rotulos').map(({ chave }) => chave);
    const word = fc.oneof(fc.constantFrom(...labels), fc.constantFrom('Loja', 'Urgência', 'Obra'));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...labels), word, { maxKeys: 12 }), (chosen) => {
        const words = definition(
          ...Object.entries(chosen).map(([chave, palavra]): [string, string, string] => [
            'rotulos',
            chave,
            palavra,
          ]),
        );
        const refused = new Set(wordsProblems(words, known).map(({ pointer }) => pointer.split('/')[2]));
        const sound = {
          ...words,
          palavras: words.palavras.filter((_, index) => !refused.has(String(index))),
        };
        setWords(wordsOf(sound));
        for (const label of labels) expect(labelWord(labelWord(label))).toBe(labelWord(label));
      }),
      { numRuns: 60 },
    );
  });

  it('are told in words when they change and when they go back', () => {
    const before = definition(['situacaoTicket', 'ABERTO', 'Novo'], ['menu', 'Tickets', 'Chamados']);
    const after = definition(['situacaoTicket', 'ABERTO', 'Recebido'], ['rotulos', 'Filial', 'Loja']);
    expect(wordsChanges(before, after, known).map(({ sentence }) => sentence)).toEqual([
      '"Novo" passou a "Recebido".',
      '"Filial" passou a "Loja".',
      '"Chamados" voltou a "Tickets".',
    ]);
  });
});
