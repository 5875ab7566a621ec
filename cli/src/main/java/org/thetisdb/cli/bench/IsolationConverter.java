package org.thetisdb.cli.bench;

import org.thetisdb.benchmarks.jdbc.Isolation;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an isolation by the name that it has in commands. */
final class IsolationConverter implements ITypeConverter<Isolation> {
  @Override
  public Isolation convert(String value) {
    try {
      return Isolation.of(value);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
