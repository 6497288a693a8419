import { changesBetween } from '../../../contract/rules/definitions/changes.ts';
import type { KindRules } from '../definitions/kind.ts';

export const fieldsKind: KindRules = {
  kind: 'fields',
  keyOf: (content) => String(content.id ?? ''),
  titleOf: (content) => String(content.titulo ?? ''),
  descriptionOf: (content) => String(content.descricao ?? ''),
  problems: async () => [],
  changes: (before, after) =>
    changesBetween(before, after, { identity: ['chave', 'campo'], label: ['titulo'], keys: {} }),
  dependents: async () => [],
};
