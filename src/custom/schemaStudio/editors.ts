import { type ComponentType, lazy } from 'react';
import type { DefinitionKind } from '../../../contract/rules/definitions/definition.ts';
import type { EditorProps, PreviewProps } from './editorProps.ts';

interface VisualEditor {
  /** Properties of what is chosen, and all parts as a list. */
  Editor: ComponentType<EditorProps>;
  /** What is edited, as its users meet it. */
  Picture: ComponentType<PreviewProps>;
  pictureTitle?: string;
}

/** Both come in one piece: one is never shown without the other. */
const visual = (load: () => Promise<Omit<VisualEditor, 'pictureTitle'>>): VisualEditor => ({
  Editor: lazy(async () => ({ default: (await load()).Editor })),
  Picture: lazy(async () => ({ default: (await load()).Picture })),
});

/** The visual editor of each kind; a kind that has none yet is edited as JSON. */
export const visualEditors: Partial<Record<DefinitionKind, VisualEditor>> = {
  flows: { ...visual(() => import('./flow/index.ts')), pictureTitle: 'Desenho' },
  fields: visual(() => import('./fields/index.ts')),
  registration: visual(() => import('./registration/index.ts')),
  reports: visual(() => import('./reports/index.ts')),
  records: visual(() => import('./records/index.ts')),
  mails: visual(() => import('./mails/index.ts')),
};
