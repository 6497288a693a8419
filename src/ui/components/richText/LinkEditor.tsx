import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import TextField from '@mui/material/TextField';
import type { Editor } from '@tiptap/core';
import { type FormEvent, useState } from 'react';
import { linkAddress } from './editorSetup.ts';

interface LinkEditorProps {
  editor: Editor;
  /** The button that was pressed; `null`: closed. */
  anchor: HTMLElement | null;
  onClose: () => void;
}

/** The address behind the selected words; without a selection the address itself is written. */
export const LinkEditor = ({ editor, anchor, onClose }: LinkEditorProps) => (
  <Popover
    open={anchor !== null}
    anchorEl={anchor}
    onClose={onClose}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
    slotProps={{ paper: { 'aria-label': 'Link', role: 'dialog' } }}
  >
    <LinkForm editor={editor} onClose={onClose} />
  </Popover>
);

function LinkForm({ editor, onClose }: Omit<LinkEditorProps, 'anchor'>) {
  const before = String(editor.getAttributes('link').href ?? '');
  const [text, setText] = useState(before);
  const [problem, setProblem] = useState('');
  const leave = (change: () => void) => {
    onClose();
    change();
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    // It stands in a portal, but React would tell the form around the editor too.
    event.stopPropagation();
    const href = linkAddress(text);
    if (!href) return setProblem('Use um endereço como https://exemplo.com.br ou um e-mail.');
    leave(() => {
      const chain = editor.chain().focus().extendMarkRange('link');
      if (editor.state.selection.empty && !before)
        chain
          .insertContent({ type: 'text', text: text.trim(), marks: [{ type: 'link', attrs: { href } }] })
          .run();
      else chain.setLink({ href }).run();
    });
  };
  const remove = () => leave(() => editor.chain().focus().extendMarkRange('link').unsetLink().run());
  return (
    <form onSubmit={apply} style={{ display: 'grid', gap: 8, padding: 12, width: 300, maxWidth: '90vw' }}>
      <TextField
        label="Endereço do link"
        size="small"
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setProblem('');
        }}
        error={problem !== ''}
        helperText={problem || undefined}
      />
      <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8 }}>
        {before && (
          <Button color="inherit" onClick={remove}>
            Tirar o link
          </Button>
        )}
        <Button type="submit" variant="contained">
          Aplicar
        </Button>
      </div>
    </form>
  );
}
