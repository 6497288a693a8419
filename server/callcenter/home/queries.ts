/** What the editing of the home page needs of it. */
export { ofBranches } from './banners.ts';
export { countShowcases } from './showcases.ts';
