"""A game's figures as documents: a report as PDF or HTML, a par sheet as XLSX, a rack card for players."""
