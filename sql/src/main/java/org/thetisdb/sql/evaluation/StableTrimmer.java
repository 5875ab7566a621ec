package org.thetisdb.sql.evaluation;

import java.util.Set;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql2rel.RelFieldTrimmer;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Leaves out columns that nobody looks at, but for volatile ones: a sequence counts on whether its
 * number is looked at or not. For one plan; not thread-safe.
 */
public final class StableTrimmer extends RelFieldTrimmer {
  /** Trims one plan. */
  public StableTrimmer(RelBuilder builder) {
    super(null, builder);
  }

  @Override
  public TrimResult trimFields(
      Project project, ImmutableBitSet fieldsUsed, Set<RelDataTypeField> extraFields) {
    return super.trimFields(
        project, fieldsUsed.union(StableRules.volatileOf(project)), extraFields);
  }
}
