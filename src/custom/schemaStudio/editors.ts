import type { ComponentType } from 'react';
import type { DefinitionKind } from '#contract/rules/definitions/definition.ts';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import type { EditorProps, PreviewProps } from './editorProps.ts';

interface VisualEditor {
  /** Properties of the selected part, and a list of all parts. */
  Editor: ComponentType<EditorProps>;
  /** The definition as its users will see it. */
  Picture: ComponentType<PreviewProps>;
  pictureTitle?: string;
  /** The editor takes the available space, and the picture stands beside it: for what is read as a text. */
  isWide?: boolean;
}

type Loaded<Props> = () => Promise<ComponentType<Props>>;

/** The two are always shown together. */
const visual = (editor: Loaded<EditorProps>, picture: Loaded<PreviewProps>): VisualEditor => ({
  Editor: lazyScreen(async () => ({ Editor: await editor() }), 'Editor'),
  Picture: lazyScreen(async () => ({ Picture: await picture() }), 'Picture'),
});

/** The visual editor of each kind; a kind without one is edited as JSON. */
export const visualEditors: Partial<Record<DefinitionKind, VisualEditor>> = {
  flows: {
    ...visual(
      async () => (await import('./flow/FlowEditor.tsx')).FlowEditor,
      async () => (await import('./flow/FlowPreview.tsx')).FlowPreview,
    ),
    pictureTitle: 'Desenho',
  },
  fields: visual(
    async () => (await import('./fields/FieldsEditor.tsx')).FieldsEditor,
    async () => (await import('./fields/FieldsEditor.tsx')).FieldsPreview,
  ),
  registration: visual(
    async () => (await import('./registration/StepEditor.tsx')).StepEditor,
    async () => (await import('./registration/StepPreview.tsx')).StepPreview,
  ),
  reports: visual(
    async () => (await import('./reports/ReportEditor.tsx')).ReportEditor,
    async () => (await import('./reports/ReportPreview.tsx')).ReportPreview,
  ),
  records: visual(
    async () => (await import('./records/TypeEditor.tsx')).TypeEditor,
    async () => (await import('./records/TypeEditor.tsx')).TypePreview,
  ),
  panels: visual(
    async () => (await import('./panels/PanelEditor.tsx')).PanelEditor,
    async () => (await import('./panels/PanelPicture.tsx')).PanelPicture,
  ),
  dashboards: visual(
    async () => (await import('./dashboards/DashboardEditor.tsx')).DashboardEditor,
    async () => (await import('./dashboards/DashboardPicture.tsx')).DashboardPicture,
  ),
  words: {
    ...visual(
      async () => (await import('./words/WordsEditor.tsx')).WordsEditor,
      async () => (await import('./words/WordsPicture.tsx')).WordsPicture,
    ),
    pictureTitle: 'Antes e depois',
    isWide: true,
  },
  mails: visual(
    async () => (await import('./mails/MailEditor.tsx')).MailEditor,
    async () => (await import('./mails/MailEditor.tsx')).MailPreview,
  ),
  rules: {
    ...visual(
      async () => (await import('./rules/RuleEditor.tsx')).RuleEditor,
      async () => (await import('./rules/RuleTrialPane.tsx')).RuleTrialPane,
    ),
    pictureTitle: 'Ensaio e estado',
    isWide: true,
  },
};
