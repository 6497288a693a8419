import { readFileSync } from 'node:fs';
import type { ReactNode } from 'react';
import type { EditorProps } from '#src/custom/schemaStudio/editorProps.ts';
import { PanelContext } from '#src/custom/schemaStudio/parts/PanelField.tsx';
import { ReportEditor } from '#src/custom/schemaStudio/reports/ReportEditor.tsx';

const meta = JSON.parse(readFileSync('schemas/meta/report.schema.json', 'utf8'));

/** The editor of a report in the pane that the studio gives it. */
export function ReportPane(props: EditorProps): ReactNode {
  const { value: content, onChange, problems, readOnly = false } = props;
  return (
    <PanelContext value={{ meta, content, onChange, problems, readOnly }}>
      <ReportEditor {...props} />
    </PanelContext>
  );
}
