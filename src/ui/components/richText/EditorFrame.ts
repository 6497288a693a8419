import { styled } from '@mui/material/styles';
import { themeColors } from '../../theme/theme.tsx';

/** The border around toolbar and text. The styles for the text itself are those that the editor needs to work. */
export const EditorFrame = styled('div')(({ theme }) => {
  const color = themeColors(theme);
  return {
    border: `1px solid ${color.components?.linhaForte ?? color.divider}`,
    borderRadius: 8,
    backgroundColor: color.background.paper,
    minWidth: 0,
    '&:focus-within': { outline: `2px solid ${color.primary.main}`, outlineOffset: -1 },
    '&[data-invalid]': { borderColor: color.actions?.perigo.text ?? color.error.main },
    '& .opening': { margin: 0, padding: 12, color: color.text.secondary },
    '& .bar': {
      display: 'flex',
      alignItems: 'center',
      gap: 2,
      padding: 4,
      overflowX: 'auto',
      scrollbarWidth: 'thin',
      borderBottom: `1px solid ${color.components?.linha ?? color.divider}`,
    },
    '& .bar > hr': {
      flex: 'none',
      alignSelf: 'stretch',
      width: 1,
      margin: '4px 2px',
      border: 0,
      backgroundColor: color.components?.linha ?? color.divider,
    },
    '& .ProseMirror': {
      padding: '10px 12px',
      maxHeight: '45vh',
      overflowY: 'auto',
      outline: 'none',
      position: 'relative',
      overflowWrap: 'anywhere',
      whiteSpace: 'break-spaces',
      fontVariantLigatures: 'none',
    },
    '& .ProseMirror p': { margin: '0 0 8px' },
    '& .ProseMirror > :last-child': { marginBottom: 0 },
    '& .ProseMirror ul, & .ProseMirror ol': { margin: '0 0 8px', paddingLeft: 20 },
    '& .ProseMirror li > p': { margin: 0 },
    '& .ProseMirror blockquote': {
      margin: '0 0 8px',
      paddingLeft: 12,
      borderLeft: `3px solid ${color.components?.linhaForte ?? color.divider}`,
      color: color.text.secondary,
    },
    '& .ProseMirror code': {
      padding: '1px 4px',
      borderRadius: 4,
      fontSize: '0.92em',
      backgroundColor: color.action.hover,
    },
    '& .ProseMirror a': { color: color.actions?.primaria.text ?? color.primary.main },
    '& .ProseMirror .is-editor-empty:first-of-type::before': {
      content: 'attr(data-placeholder)',
      float: 'left',
      height: 0,
      pointerEvents: 'none',
      color: color.text.secondary,
    },
  };
});
