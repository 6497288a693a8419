import { catalogOf, type IconName } from './catalog.ts';

export type WizardStepKey =
  | 'SOLICITACAO'
  | 'CLIENTE'
  | 'PRODUTOS'
  | 'NOTAS'
  | 'NOTA_PRODUTOS'
  | 'PRORROGACAO'
  | 'DETALHES'
  | 'TRANSPORTADORA'
  | 'CONFIRMACAO';

/** The flag of a ticket type that adds a step to its wizard. */
export type WizardFlag =
  | 'usa_produto'
  | 'usa_nota'
  | 'usa_nota_produto'
  | 'usa_prorrogacao'
  | 'usa_mensagem'
  | 'usa_transportadora';

export interface WizardStepRow {
  value: WizardStepKey;
  /** Title of the step, verbatim from document 000, section 2. */
  label: string;
  icon: IconName;
  /** `null` when the step is always present. */
  flag: WizardFlag | null;
}

/** Steps of 'Abrir novo ticket' in order. */
export const wizardStep = catalogOf<WizardStepRow>('passoAbertura')([
  { value: 'SOLICITACAO', label: 'Escolha a sua solicitação', icon: 'Feedback', flag: null },
  { value: 'CLIENTE', label: 'Selecione Cliente e filial', icon: 'Storefront', flag: null },
  { value: 'PRODUTOS', label: 'Selecione os Produtos', icon: 'Inventory2', flag: 'usa_produto' },
  { value: 'NOTAS', label: 'Selecione Notas Fiscais', icon: 'ReceiptLong', flag: 'usa_nota' },
  {
    value: 'NOTA_PRODUTOS',
    label: 'Selecione Produtos ou Notas Fiscais',
    icon: 'AssignmentReturn',
    flag: 'usa_nota_produto',
  },
  {
    value: 'PRORROGACAO',
    label: 'Informe os dados de prorrogação',
    icon: 'PendingActions',
    flag: 'usa_prorrogacao',
  },
  { value: 'DETALHES', label: 'Detalhes', icon: 'QuestionAnswer', flag: 'usa_mensagem' },
  {
    value: 'TRANSPORTADORA',
    label: 'Informe a Transportadora',
    icon: 'LocalShipping',
    flag: 'usa_transportadora',
  },
  { value: 'CONFIRMACAO', label: 'Confirme as informações', icon: 'CheckCircle', flag: null },
]);
