import { changesBetween } from '../../../contract/rules/definitions/changes.ts';
import type { KindRules } from '../../config/definitions/kind.ts';

export const registrationKind: KindRules = {
  kind: 'registration',
  keyOf: (content) => String(content.id ?? ''),
  titleOf: (content) => String(content.titulo ?? ''),
  descriptionOf: (content) => String(content.descricao ?? ''),
  problems: async () => [],
  changes: (before, after) =>
    changesBetween(before, after, { identity: ['chave', 'campo'], label: ['titulo'], keys: {} }),
  dependents: async () => [],
};
