import { ruleWords } from '../companyRules/ruleWords.ts';
import { dashboardWords } from '../dashboards/dashboard.ts';
import { fieldsWords } from '../fields/fieldsChanges.ts';
import { flowWords } from '../flows/flowWords.ts';
import { panelWords } from '../panel/panelDefinition.ts';
import { customTypeWords } from '../records/customTypeChanges.ts';
import { registrationWords } from '../registration/registrationStep.ts';
import { reportWords } from '../reports/reportWords.ts';
import { wordsWords } from '../words/wordsDefinition.ts';
import type { ChangeWords } from './changes.ts';
import type { DefinitionKind } from './definition.ts';

/** Names for the keys of an e-mail in a comparison of two versions. */
export const mailWords: ChangeWords = {
  identity: ['id'],
  label: ['titulo'],
  keys: {
    titulo: 'título',
    descricao: 'quando sai',
    assunto: 'assunto',
    texto: 'texto',
    obrigatorio: 'vai também a quem não quer receber',
    motivo: 'por que vai a todos',
  },
};

/** Names used by the studio for the places of each kind. */
export const kindLabels: Readonly<Record<DefinitionKind, ChangeWords>> = {
  reports: reportWords,
  fields: fieldsWords,
  registration: registrationWords,
  flows: flowWords,
  panels: panelWords,
  records: customTypeWords,
  mails: mailWords,
  rules: ruleWords,
  dashboards: dashboardWords,
  words: wordsWords,
};
