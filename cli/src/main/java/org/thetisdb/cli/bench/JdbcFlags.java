package org.thetisdb.cli.bench;

import org.thetisdb.benchmarks.jdbc.Isolation;
import org.thetisdb.benchmarks.jdbc.JdbcOptions;
import org.thetisdb.benchmarks.jdbc.JdbcWorkload;
import org.thetisdb.benchmarks.jdbc.Style;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** How a workload over JDBC uses the database. */
final class JdbcFlags {
  @Spec(Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--jdbc-url",
      paramLabel = "URL",
      description =
          "With --via jdbc: another database, to compare. Its driver's jar belongs into THETIS_CLASS_PATH. Tables of the workload's names are dropped there.")
  private String jdbcUrl;

  @Option(
      names = "--isolation",
      paramLabel = "LEVEL",
      converter = IsolationConverter.class,
      description =
          "With --via jdbc: read-committed (usual for tpcc), repeatable-read (for others) or serializable (with --style).")
  private Isolation isolation;

  @Option(
      names = "--style",
      paramLabel = "STYLE",
      description =
          "With --via jdbc: oltp-bench drives as OLTP-Bench does, with its tables, foreign keys and mixes.")
  private String style;

  @Option(
      names = "--load-connections",
      paramLabel = "N",
      description =
          "With --via jdbc: connections that make the data ("
              + JdbcOptions.USUAL_LOAD_CONNECTIONS
              + ").")
  private Integer loadConnections;

  /** Another database; null for a cluster. */
  String jdbcUrl() {
    return jdbcUrl;
  }

  /** Whether something was given that procedures have no use for. */
  String givenInVain() {
    if (isolation != null) {
      return "--isolation goes with --via jdbc. Procedures run at snapshot isolation.";
    }
    if (loadConnections != null) {
      return "--load-connections goes with --via jdbc.";
    }
    return style == null ? "" : "--style goes with --via jdbc.";
  }

  /** How connections are used. */
  Style style() {
    if (style == null) {
      return Style.POOLED;
    }
    if (!style.equals(Style.OLTP_BENCH.word())) {
      throw wrong("--style is " + Style.OLTP_BENCH.word() + ", or not given.");
    }
    return Style.OLTP_BENCH;
  }

  /** All of it, for a workload. */
  JdbcOptions options(JdbcWorkload workload) {
    Isolation usual = style() == Style.OLTP_BENCH ? Isolation.SERIALIZABLE : workload.isolation();
    try {
      return new JdbcOptions(
          isolation == null ? usual : isolation,
          style(),
          loadConnections == null ? JdbcOptions.USUAL_LOAD_CONNECTIONS : loadConnections);
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
  }

  private ParameterException wrong(String sentence) {
    return new ParameterException(command.commandLine(), sentence);
  }
}
