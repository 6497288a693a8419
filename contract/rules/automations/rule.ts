import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { customerScore } from '../../catalogs/customerScore.ts';
import { Id, Strict, Text } from '../../route.ts';

const days = (title: string) => Type.Optional(Type.Integer({ title, minimum: 1, maximum: 3650 }));
const ids = (title: string) =>
  Type.Optional(Type.Array(Id(title), { title, maxItems: 100, uniqueItems: true }));

/** Which customers: all that is named must hold; within a list, one is enough. */
export const AutomationCustomers = Strict(
  {
    /** Days since the last purchase, from and to. */
    semComprarDe: days('Sem comprar há pelo menos (dias)'),
    semComprarAte: days('Sem comprar há no máximo (dias)'),
    /** Without it customers who never bought are left out as soon as days are asked for. */
    nuncaComprou: Type.Optional(Type.Boolean({ title: 'Também quem nunca comprou' })),
    scores: Type.Optional(
      Type.Array(
        Type.Union(
          customerScore.map(({ value }) => Type.Literal(value)),
          { title: 'Score' },
        ),
        { title: 'Scores', maxItems: 4, uniqueItems: true },
      ),
    ),
    /** 'CATEGORIA:…', 'CLASSE:…', 'REDE:…' */
    tags: Type.Optional(
      Type.Array(Text('Etiqueta', 120, { pattern: '^(CATEGORIA|CLASSE|REDE):.+$' }), {
        title: 'Etiquetas',
        maxItems: 50,
        uniqueItems: true,
      }),
    ),
    idRegioes: ids('Regiões'),
    idVendedores: ids('Vendedores'),
    idFiliais: ids('Filiais'),
  },
  { title: 'Clientes' },
);

export const AutomationRule = Strict(
  {
    clientes: AutomationCustomers,
    agenda: Strict(
      {
        tipo: Type.Union([Type.Literal('A'), Type.Literal('C')], { title: 'Tipo' }),
        assunto: Text('Assunto', 120, { minLength: 1 }),
        descricao: Type.Optional(Text('Descrição', 2000)),
        /** Of the first contact of a day; the others follow. */
        hora: Type.String({ title: 'A partir de', pattern: '^(0[6-9]|1[0-7]):[0-5]\\d$' }),
      },
      { title: 'Agenda' },
    ),
    /** Over so many working days from tomorrow on, at most so many each time. */
    dias: Type.Integer({ title: 'Dias úteis', minimum: 1, maximum: 60 }),
    maximo: Type.Integer({ title: 'Máximo por execução', minimum: 1, maximum: 1000 }),
    /** The weekdays on which the customer is served, and the days between contacts that they asked for. */
    respeitaDias: Type.Boolean({ title: 'Só nos dias de atendimento do cliente' }),
    respeitaFrequencia: Type.Boolean({ title: 'Respeita a frequência de contato' }),
  },
  { title: 'Regra' },
);
export type AutomationRule = Static<typeof AutomationRule>;

/** What is wrong with a rule beside its shape, by field. */
export function ruleProblems({ clientes, agenda }: AutomationRule): Record<string, string> {
  const { semComprarDe: from, semComprarAte: to } = clientes;
  return {
    ...(from !== undefined &&
      to !== undefined &&
      to < from && { semComprarAte: 'O máximo de dias sem comprar é menor que o mínimo.' }),
    ...(!agenda.assunto.trim() && { assunto: 'Informe o assunto.' }),
  };
}
