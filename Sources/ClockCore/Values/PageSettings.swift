package import BoundedJSON

/// What the web page keeps in the clock, so that it is the same in every browser.
package struct PageSettings: DescribedRecord {
    /// Somebody saw its first steps, or skipped them (product, X5).
    package var isWelcomed = false
    package var foreign = ForeignFields()

    package init() {}

    package static let fields: [RecordField<PageSettings>] = [
        RecordField("welcomed", \.isWelcomed, .bool)
    ]
}

package typealias PageChange = FieldChange<PageSettings>
