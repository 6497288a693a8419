import { styled } from '@mui/material/styles';

/** The list that holds rows. */
export const FileRows = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });
