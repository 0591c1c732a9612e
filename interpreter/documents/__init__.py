"""What results consist of, and what shows them: on the terminal, as a page of HTML, as Markdown, as CSV."""
