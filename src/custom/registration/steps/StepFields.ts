import { styled } from '@mui/material/styles';

/** Parts of a step below each other, never wider than reading allows. */
export const StepFields = styled('div')({ display: 'grid', gap: 16, maxWidth: 640, minWidth: 0 });
