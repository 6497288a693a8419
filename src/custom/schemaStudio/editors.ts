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

/** The visual editor of each kind; a kind that has none yet is edited as JSON. */
export const visualEditors: Partial<Record<DefinitionKind, VisualEditor>> = {
  flows: {
    Editor: lazy(async () => ({ default: (await import('./flow/FlowEditor.tsx')).FlowEditor })),
    Picture: lazy(async () => ({ default: (await import('./flow/FlowPreview.tsx')).FlowPreview })),
    pictureTitle: 'Desenho',
  },
  fields: {
    Editor: lazy(async () => ({ default: (await import('./fields/FieldsEditor.tsx')).FieldsEditor })),
    Picture: lazy(async () => ({ default: (await import('./fields/FieldsPreview.tsx')).FieldsPreview })),
  },
  registration: {
    Editor: lazy(async () => ({ default: (await import('./registration/StepEditor.tsx')).StepEditor })),
    Picture: lazy(async () => ({ default: (await import('./registration/StepPreview.tsx')).StepPreview })),
  },
  reports: {
    Editor: lazy(async () => ({ default: (await import('./reports/ReportEditor.tsx')).ReportEditor })),
    Picture: lazy(async () => ({ default: (await import('./reports/ReportPreview.tsx')).ReportPreview })),
  },
};
