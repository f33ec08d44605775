import js from "@eslint/js";
import globals from "globals";

const STATIC = "src/feltlab/web/static";

// The browser runs these files as they are, without a build step.
export default [
  {
    files: [`${STATIC}/**/*.js`],
    ...js.configs.recommended,
  },
  {
    files: [`${STATIC}/**/*.js`],
    languageOptions: { ecmaVersion: 2025, sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      complexity: ["error", 20],
      eqeqeq: "error",
      "max-lines": ["error", 350],
      "max-lines-per-function": ["error", 60],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  { files: [`${STATIC}/site/theme.js`], languageOptions: { sourceType: "script" } },
];
