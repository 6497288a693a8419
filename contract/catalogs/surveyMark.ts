import { type CatalogRow, catalogOf } from './catalog.ts';

export type SurveyMark = '1' | '2' | '3' | '4' | '5';

/** How satisfied somebody is with how their ticket was handled, best first. */
export const surveyMark = catalogOf<CatalogRow<SurveyMark>>('notaPesquisa')([
  { value: '5', label: 'Muito satisfeito', color: 'sucesso', icon: 'CheckCircle' },
  { value: '4', label: 'Satisfeito', color: 'sucesso', icon: 'CheckCircle' },
  { value: '3', label: 'Mais ou menos', color: 'aviso', icon: 'Pending' },
  { value: '2', label: 'Insatisfeito', color: 'perigo', icon: 'Cancel' },
  { value: '1', label: 'Muito insatisfeito', color: 'perigo', icon: 'Cancel' },
]);
