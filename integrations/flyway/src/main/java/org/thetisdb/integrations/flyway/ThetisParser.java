package org.thetisdb.integrations.flyway;

import java.util.List;
import java.util.regex.Pattern;
import org.flywaydb.core.api.configuration.Configuration;
import org.flywaydb.core.internal.parser.Parser;
import org.flywaydb.core.internal.parser.ParsingContext;
import org.flywaydb.core.internal.parser.Token;

/** Cuts scripts into statements at semicolons; no statement of Thetis holds another one. */
final class ThetisParser extends Parser {
  private static final Pattern DEFINITION =
      Pattern.compile("\\s*(?:CREATE|ALTER|DROP|TRUNCATE|COMMENT)\\b", Pattern.CASE_INSENSITIVE);
  private static final int LOOK_AHEAD_TOKENS = 3;

  ThetisParser(Configuration configuration, ParsingContext context) {
    super(configuration, context, LOOK_AHEAD_TOKENS);
  }

  /** Definitions are no part of transactions. */
  @Override
  protected Boolean detectCanExecuteInTransaction(String statement, List<Token> keywords) {
    return !DEFINITION.matcher(statement).lookingAt();
  }
}
