import type { Editor } from '@tiptap/core';
import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useHeldTyping } from '../heldTyping.ts';
import { useStableCallback } from '../useStableCallback.ts';
import { EditorFrame } from './EditorFrame.ts';
import type { RichTextProps } from './RichText.tsx';
import { editorExtensions, RichToolbar } from './RichToolbar.tsx';

/** The editor itself, loaded by RichText. */
export function RichEditor(props: RichTextProps & { minHeight: number }) {
  const {
    label,
    initial,
    placeholder = '',
    disabled = false,
    describedBy,
    invalid,
    minHeight,
    tools,
  } = props;
  const tell = useStableCallback((editor: Editor) => props.onChange(htmlOf(editor), lengthOf(editor)));
  const hold = useHeldTyping(tell);
  const changed = useStableCallback((editor: Editor) => hold(editor) || tell(editor));
  const onKey = useStableCallback((event: KeyboardEvent): boolean => keyDown(editor, event, props));
  const onPaste = useStableCallback((event: ClipboardEvent) => pasted(event, props));

  const hint = useRef(placeholder);
  const [opened] = useState(initial);
  const [extensions] = useState(() => editorExtensions(() => hint.current));
  // Memoised, because a new object would set up the editor again on every keystroke.
  const editorProps = useMemo(
    () => ({
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-disabled': String(disabled),
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(invalid && { 'aria-invalid': 'true' }),
        lang: 'pt-BR',
        style: `min-height: ${minHeight}px`,
      },
      handleKeyDown: (_view: unknown, event: KeyboardEvent): boolean => onKey(event),
      handlePaste: (_view: unknown, event: ClipboardEvent) => onPaste(event),
      // Dropped files are left to the surrounding component.
      handleDrop: (_view: unknown, event: DragEvent) => (event.dataTransfer?.files.length ?? 0) > 0,
    }),
    [label, disabled, describedBy, invalid, minHeight, onKey, onPaste],
  );
  const editor: Editor = useEditor({
    extensions,
    content: opened,
    editable: !disabled,
    // The content security policy allows no style element without a nonce; EditorFrame has the styles instead.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    onUpdate: ({ editor: updated }) => changed(updated),
    editorProps,
  });

  useEffect(() => {
    editor.setEditable(!disabled, false);
  }, [editor, disabled]);
  useEffect(() => {
    if (hint.current === placeholder) return;
    hint.current = placeholder;
    // The placeholder is rendered with the document, so an empty transaction re-renders it.
    editor.view.dispatch(editor.state.tr);
  }, [editor, placeholder]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it opens
  useEffect(() => {
    if (props.autoFocus) editor.commands.focus('end');
  }, [editor]);

  useImperativeHandle(
    props.ref,
    () => ({
      focus: () => editor.commands.focus(),
      insert: (html) => editor.chain().focus().insertContent(html).run(),
      replace: (html) => editor.commands.setContent(html, { emitUpdate: false }),
    }),
    [editor],
  );

  return (
    <EditorFrame data-invalid={invalid || undefined}>
      <RichToolbar editor={editor} disabled={disabled} tools={tools} />
      <EditorContent editor={editor} />
    </EditorFrame>
  );
}

const textOf = (editor: Editor) => editor.getText({ blockSeparator: '\n' });
const htmlOf = (editor: Editor) => (textOf(editor).trim() === '' ? '' : editor.getHTML());
const lengthOf = (editor: Editor) => textOf(editor).length;

/** Returns whether the key was handled. */
function keyDown(editor: Editor, event: KeyboardEvent, props: RichTextProps): boolean {
  const { onSubmit, onSubmitNext = onSubmit, onSlash } = props;
  const submit = event.shiftKey ? onSubmitNext : onSubmit;
  if (submit && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    submit();
    return true;
  }
  const { $from, empty } = editor.state.selection;
  const freshLine = empty && $from.parent.content.size === 0;
  if (!onSlash || event.key !== '/' || event.isComposing || !freshLine) return false;
  event.preventDefault();
  onSlash();
  return true;
}

/** A table copied from a spreadsheet arrives both as text and as a picture; the text is what is wanted. */
function pasted({ clipboardData }: ClipboardEvent, { onFiles }: RichTextProps): boolean {
  if (!onFiles || !clipboardData || clipboardData.files.length === 0) return false;
  if (clipboardData.getData('text/plain')) return false;
  onFiles([...clipboardData.files]);
  return true;
}
