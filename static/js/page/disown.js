// The page that follows must not reach the table's tab. Without https a browser ignores Cross-Origin-Opener-Policy.
window.opener = null;
