package org.thetisdb.cli.shell;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jline.keymap.KeyMap;
import org.jline.reader.Binding;
import org.jline.reader.EOFError;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.Reference;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** The shell at a terminal: a line editor with history and completion. */
public final class InteractiveShell {
  private static final String PROMPT = "thetis> ";
  private static final String MORE = "     -> ";
  private static final String HISTORY = ".thetis_history";

  private final Shell shell;

  /** Puts a terminal before a shell. */
  public InteractiveShell(Shell shell) {
    this.shell = shell;
  }

  /** Whether somebody sits there. From JDK 22 on there is a console even without a terminal. */
  @SuppressWarnings("SystemConsoleNull") // Asked below, where there is such a method.
  public static boolean isTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }

  /** Reads and runs until the end; errors end a statement, not the shell. Always true. */
  public boolean run() throws IOException {
    try (Terminal terminal = TerminalBuilder.builder().system(true).build()) {
      terminal.handle(Terminal.Signal.INT, signal -> shell.cancel());
      LineReader reader = reader(terminal);
      shell.out().println("SQL on Thetis. \\? for help, \\q to leave.");
      shell.out().flush();
      while (!shell.hasQuit() && runNext(reader)) {}
    }
    return true;
  }

  private LineReader reader(Terminal terminal) {
    LineReader reader =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .appName("thetis")
            .parser(new WholeStatements())
            .completer(new WordCompleter(shell.connection()))
            .variable(LineReader.HISTORY_FILE, Path.of(System.getProperty("user.home"), HISTORY))
            .variable(LineReader.SECONDARY_PROMPT_PATTERN, MORE)
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .build();
    bindArrows(reader);
    return reader;
  }

  /** Terminals send one form or the other, whatever they say of themselves. */
  private static void bindArrows(LineReader reader) {
    KeyMap<Binding> keys = reader.getKeyMaps().get(LineReader.MAIN);
    for (String begin : List.of("\033[", "\033O")) {
      keys.bind(new Reference(LineReader.UP_LINE_OR_HISTORY), begin + "A");
      keys.bind(new Reference(LineReader.DOWN_LINE_OR_HISTORY), begin + "B");
      keys.bind(new Reference(LineReader.FORWARD_CHAR), begin + "C");
      keys.bind(new Reference(LineReader.BACKWARD_CHAR), begin + "D");
    }
  }

  private boolean runNext(LineReader reader) throws IOException {
    try {
      ShellStatements statements = new ShellStatements();
      statements.addLine(reader.readLine(PROMPT));
      String word = statements.takeWord();
      if (word != null) {
        statements.addLine(word.equals("help") ? "\\?" : "\\q");
      }
      shell.runComplete(statements);
      return true;
    } catch (UserInterruptException e) {
      return true;
    } catch (EndOfFileException e) {
      return false;
    }
  }

  /** Lets the editor go on to another line until the statement has its semicolon. */
  private static final class WholeStatements extends DefaultParser {
    WholeStatements() {
      setQuoteChars(new char[0]);
      setEscapeChars(new char[0]);
      setEofOnUnclosedQuote(false);
    }

    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
      if (context == ParseContext.ACCEPT_LINE && isOpen(line)) {
        throw new EOFError(-1, -1, "the statement goes on");
      }
      return super.parse(line, cursor, context);
    }

    private static boolean isOpen(String line) {
      ShellStatements statements = new ShellStatements();
      statements.addLine(line);
      if (statements.takeWord() != null) {
        return false;
      }
      while (statements.next() != null) {}
      return !statements.rest().isEmpty();
    }
  }
}
