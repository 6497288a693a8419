import { CONSOLE_CHANNEL, WORDS_CHANGED } from '#contract/realtime.ts';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import { wordsChanges, wordsProblems } from '#contract/rules/words/wordsDefinition.ts';
import { publish } from '../../realtime/publish.ts';
import type { KindRules } from '../definitions/rules.ts';
import { knownWords } from './knownWords.ts';

/** What the company says in its own way (schemas/words). */
export const wordsKind: KindRules = {
  kind: 'words',
  readsDatabase: false,
  keyOf: (content) => String(content.id ?? ''),
  titleOf: (content) => String(content.titulo ?? ''),
  descriptionOf: (content) => String(content.descricao ?? ''),
  problems: async (content) => wordsProblems(contentOf('words', content), knownWords().list),
  uses: async () => [],
  changes: (before, after) =>
    wordsChanges(contentOf('words', before), contentOf('words', after), knownWords().list),
  dependents: async () => [{ tipo: 'Telas', nome: 'Todo o console', quantos: 1, impede: true }],
  whyNotArchived: async () =>
    'Todas as telas leem dela. Para voltar às palavras de fábrica, use "Voltar ao padrão".',
  // Open consoles read the new words at once.
  onPublish: (tx) => publish(tx, { channels: [CONSOLE_CHANNEL], event: WORDS_CHANGED, data: {} }),
};
