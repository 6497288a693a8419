/** What an imported stylesheet or picture is in a test: nothing. */
export {};
