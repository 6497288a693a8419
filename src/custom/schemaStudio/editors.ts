import type { ComponentType } from 'react';
import type { Problem } from '#contract/config/definitions.ts';
import type { DefinitionKind } from '#contract/rules/definitions/definition.ts';
import { lazyScreen } from '#ui/shell/loadLater.tsx';

/** The content of a definition: the JSON of its file. */
export type Content = Record<string, unknown>;

/**
 * Props of the visual editor of every kind. An editor renders the content and reports a new one, and keeps no state of its
 * own that a reload would lose. Each input that edits one place carries `data-pointer` with its JSON pointer, so that the
 * problems bar can lead there.
 */
export interface EditorProps {
  value: Content;
  onChange: (value: Content) => void;
  problems: Problem[];
  readOnly?: boolean | undefined;
  /** The published content, whose keys must not change; null if never published. */
  published?: Content | null | undefined;
  /** The selected part, shared by editor, preview and problems bar. */
  place?: Place | undefined;
  /** `lead` moves the focus to the input that edits it. */
  onPlace?: ((pointer: string, lead?: boolean) => void) | undefined;
}

export interface Place {
  /** JSON pointer of the part or of something inside it. */
  pointer: string;
  /** Incremented each time the user is led there, so that the same place can be led to twice. */
  turn: number;
}

/**
 * Props of the preview, which shows the definition as its users will see it. A part that is clicked becomes selected, and can
 * be moved, connected and extended.
 */
export type PreviewProps = EditorProps;

interface VisualEditor {
  /** Properties of the selected part, and a list of all parts. */
  Editor: ComponentType<EditorProps>;
  /** The definition as its users will see it. */
  Picture: ComponentType<PreviewProps>;
  pictureTitle?: string;
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
  mails: visual(
    async () => (await import('./mails/MailEditor.tsx')).MailEditor,
    async () => (await import('./mails/MailEditor.tsx')).MailPreview,
  ),
};
