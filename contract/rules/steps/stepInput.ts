import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { FileRef } from '../../config/platform.ts';
import { Day, Id, Nullable, Strict, Text } from '../../route.ts';

/**
 * Accepts text or a number, so that the rule rather than the schema validator explains what is wrong with '1,5'
 * (quantity.ts).
 */
const Quantity = (title: string) => Type.Union([Text(title, 20), Type.Number()], { title });
const files = Type.Optional(Type.Array(FileRef, { title: 'Arquivos', maxItems: 6 }));

/** Analysis of one line: the counters and the authorised quantity add up to the requested quantity (DOMAIN section 3). */
export const AnalysisLineInput = Strict({
  id: Id('Item'),
  autorizada: Quantity('Autorizado'),
  fora_prazo: Type.Optional(Quantity('Fora do prazo')),
  outra_marca: Type.Optional(Quantity('Outra marca')),
  falta: Type.Optional(Quantity('Falta')),
  avaria: Type.Optional(Quantity('Avaria')),
  quebra_direta: Type.Optional(Quantity('Quebrado')),
  motivoAnalise: Type.Optional(Text('Motivo da análise', 250)),
});
export type AnalysisLineInput = Static<typeof AnalysisLineInput>;

export const AnalysisInput = Strict({
  linhas: Type.Array(AnalysisLineInput, { title: 'Linhas', maxItems: 1000 }),
});
export type AnalysisInput = Static<typeof AnalysisInput>;

/** The invoice with which the goods come back. `arquivos`: its PDF or XML, at least one. */
export const ReturnInvoiceInput = Strict({
  chave: Text('Chave de acesso', 60),
  /** Exact decimal with a point or a Brazilian comma; the rule parses it. */
  total: Text('Valor total', 20),
  arquivos: files,
  /** A supervisor accepts a difference beyond the tolerance. */
  liberacao: Type.Optional(Nullable(Strict({ motivo: Text('Motivo da liberação', 250) }))),
});
export type ReturnInvoiceInput = Static<typeof ReturnInvoiceInput>;

export const CheckInLineInput = Strict({
  id: Id('Item'),
  recebida: Quantity('Recebido'),
  /** Whether the goods arrived damaged; requires a photo. */
  avariada: Type.Optional(Type.Boolean({ title: 'Chegou avariado' })),
  obs: Type.Optional(Text('Observação', 250)),
  arquivos: files,
});
export type CheckInLineInput = Static<typeof CheckInLineInput>;

export const CheckInInput = Strict({
  linhas: Type.Array(CheckInLineInput, { title: 'Linhas', maxItems: 1000 }),
});
export type CheckInInput = Static<typeof CheckInInput>;

export const LogisticsInput = Strict({
  responsavel: Type.Union([Type.Literal('TRANSPORTADORA'), Type.Literal('REPRESENTANTE')], {
    title: 'Responsável',
  }),
  responsavel_id: Id('Responsável'),
  dias_atraso: Type.Integer({ title: 'Dias de atraso', minimum: 0, maximum: 9999 }),
  /** Logistics rejects the claim of a delay; the ticket can then only be ended. */
  recusada: Type.Optional(Type.Boolean({ title: 'Recusada' })),
  obs: Type.Optional(Text('Observação', 250)),
});
export type LogisticsInput = Static<typeof LogisticsInput>;

export const FinanceInput = Strict({
  titulos: Type.Array(
    Strict({
      id: Id('Título'),
      decisao: Type.Union([Type.Literal('CONCEDIDA'), Type.Literal('NEGADA')], { title: 'Decisão' }),
      novoVencimento: Type.Optional(Nullable(Day('Novo vencimento'))),
      obs: Type.Optional(Text('Observação', 250)),
    }),
    { title: 'Títulos', maxItems: 500 },
  ),
});
export type FinanceInput = Static<typeof FinanceInput>;

/** The data from the dialog of each requirement; a step without a requirement accepts none. */
export const stepData = {
  analise: Type.Optional(AnalysisInput),
  notaDevolucao: Type.Optional(ReturnInvoiceInput),
  conferencia: Type.Optional(CheckInInput),
  prorrogacaoLogistica: Type.Optional(LogisticsInput),
  prorrogacaoFinanceiro: Type.Optional(FinanceInput),
};
export const StepData = Strict(stepData);
export type StepData = Static<typeof StepData>;
