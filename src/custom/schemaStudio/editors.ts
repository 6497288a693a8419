import { type ComponentType, lazy } from 'react';
import type { DefinitionKind } from '../../../contract/rules/definitions/definition.ts';
import type { EditorProps, PreviewProps } from './editorProps.ts';

interface VisualEditor {
  Editor: ComponentType<EditorProps>;
  /** Shown beside it from 1280 px, in a tab below that. */
  Preview?: ComponentType<PreviewProps>;
  previewTitle?: string;
  /** Which of the two takes the room that is left. */
  wide: 'editor' | 'preview';
}

/** The visual editor of each kind; a kind that has none yet is edited as JSON. */
export const visualEditors: Partial<Record<DefinitionKind, VisualEditor>> = {
  flows: {
    Editor: lazy(async () => ({ default: (await import('./flow/FlowEditor.tsx')).FlowEditor })),
    Preview: lazy(async () => ({ default: (await import('./flow/FlowPreview.tsx')).FlowPreview })),
    previewTitle: 'Desenho',
    wide: 'preview',
  },
  fields: {
    Editor: lazy(async () => ({ default: (await import('./fields/FieldsEditor.tsx')).FieldsEditor })),
    Preview: lazy(async () => ({ default: (await import('./fields/FieldsPreview.tsx')).FieldsPreview })),
    wide: 'preview',
  },
  registration: {
    Editor: lazy(async () => ({ default: (await import('./registration/StepEditor.tsx')).StepEditor })),
    Preview: lazy(async () => ({ default: (await import('./registration/StepPreview.tsx')).StepPreview })),
    wide: 'preview',
  },
  reports: {
    Editor: lazy(async () => ({ default: (await import('./reports/ReportEditor.tsx')).ReportEditor })),
    Preview: lazy(async () => ({ default: (await import('./reports/ReportPreview.tsx')).ReportPreview })),
    wide: 'preview',
  },
};
